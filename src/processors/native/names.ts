/** All names of accounts with providers begin so, and no connector's does: no two processors have one name. */
export const NATIVE = 'native-'
