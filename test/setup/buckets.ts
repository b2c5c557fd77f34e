/**
 * How many buckets the gateways of the tests have, on two databases. `SLUICE_TEST_BUCKETS=12` (npm run test:buckets): everything must
 * behave as in a single database.
 */
export const TEST_BUCKETS = Number(process.env.SLUICE_TEST_BUCKETS ?? 0)
