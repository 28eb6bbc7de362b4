type T = bool;
