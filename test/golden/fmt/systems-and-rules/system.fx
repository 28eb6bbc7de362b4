type   S={a,b} ;


// steps
mu R( s:S ):=
  s = S.a // first
|exists t:S.R(t)
&s != t;count R;
