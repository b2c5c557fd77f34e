/** Modules that the build makes: see `../made/modules.ts`. */

declare module 'made:payout-forms' {
  /** By method, currency and field: a description of the field, or empty if its usual name is enough. */
  export const PAYOUT_FORMS: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>
  >
}
