/**
 * The lanes that the tests' journals have. `SLUICE_TEST_LANES=merchant` (npm run test:lanes) gives each merchant its own, and
 * puts the gateways of the tests on PostgreSQL: everything else must stay as it is.
 */
export const TEST_LANES = process.env.SLUICE_TEST_LANES === 'merchant' ? 'merchant' : 'shared'
