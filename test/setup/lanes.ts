/**
 * The lanes of the tests' journals. `SLUICE_TEST_LANES=merchant` (npm run test:lanes) gives each merchant a separate lane, and puts the
 * gateways of the tests on PostgreSQL: everything else must behave the same.
 */
export const TEST_LANES = process.env.SLUICE_TEST_LANES === 'merchant' ? 'merchant' : 'shared'
