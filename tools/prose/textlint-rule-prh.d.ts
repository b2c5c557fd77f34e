/** The rule brings no types of its own. */
declare module 'textlint-rule-prh' {
  import type { TextlintKernelRule } from '@textlint/kernel'

  const rule: { readonly default: TextlintKernelRule['rule'] }
  export default rule
}
