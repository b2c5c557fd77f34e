/**
 * A public key whose private part nobody has. It is used where there is no key to verify with, so that an unknown merchant takes
 * as long as a wrong signature.
 */
import { createPublicKey } from 'node:crypto'

export const PADDING_KEY = createPublicKey(`-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAs/F3tFMVnVjB45SVW82N
b5BgAQJjOnb/pdNOrQWQuQUMMd6JzEjVwnWKq2tSdUSG+IGIpUTo7a1yC1ggtp58
deimZ2zjUL4scTX6bUPyBDyjyqBRcWCam7hLSnQ21ngnmU1eKjnQFM0QAom/1ZPA
LQlKBp64ni02IFvvO+M0XAsmcPHe5UQYYcl/OpSAVPhA08WU3ug8yD5s+Qmde7cO
1eGePaKoo1HhwFEgeXux6VcnnItDihm69dF2seMFvcPWeCp05Srlzh8UPSQHFebk
bniQeOu+J0fPe8R8W4ydJ4R9T+kA5t/ybqqgogONOYKN0qs7/A3sV9WaL0qn4VM3
nwIDAQAB
-----END PUBLIC KEY-----
`)
