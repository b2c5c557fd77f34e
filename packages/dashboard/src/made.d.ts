/** What the build makes: see `../made/modules.ts`. */

declare module 'made:payout-forms' {
  /** By method, currency and field: a description of the field if its usual name does not say enough, else empty. */
  export const PAYOUT_FORMS: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>
  >
}
