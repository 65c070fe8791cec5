/* A shared library that is no plugin. */
int uq_test_nothing(void);
int uq_test_nothing(void) { return 0; }
