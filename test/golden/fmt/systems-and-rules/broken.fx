type S = ;
