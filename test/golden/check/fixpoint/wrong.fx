input type Module, Counter;
input relation Exits(m: Module, p: Counter);
relation Reached(m: Module, p: Counter) := Exits(m, p);
