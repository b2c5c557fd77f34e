/** The operator's reason for an operation, kept in the audit log, up to the length that the gateway allows. */
import { Field } from '@sluice/ui-kit/form.tsx'

interface NoteProps {
  readonly value: { value: string }
  readonly fault: string | undefined
}

export const Note = ({ value, fault }: NoteProps) => (
  <Field
    label="Reason"
    value={value}
    fault={fault}
    hint="Saved in the audit log. Do not enter personal data."
    maxLength={500}
    required
  />
)
