// Does nothing.
return;
