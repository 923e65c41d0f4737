/// Does nothing.

int main() {}
