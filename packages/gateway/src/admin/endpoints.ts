/** Every endpoint of the admin API, in the order of the operators' page. Add a new one to its resource's list. */
import { ACCOUNT_ENDPOINTS } from './accounts/endpoints.ts'
import { ALERT_ENDPOINTS } from './alerts/endpoints.ts'
import { APPROVAL_ENDPOINTS } from './approvals/endpoints.ts'
import { APPROVAL_POLICY_ENDPOINTS } from './approvals/policy-endpoints.ts'
import { BACKUP_ENDPOINTS } from './backups/endpoints.ts'
import { FEED_ENDPOINTS } from './bank-feeds/endpoints.ts'
import { BANK_FILE_ANSWER_ENDPOINTS } from './bank-files/answer-endpoints.ts'
import { BANK_FILE_DOUBT_ENDPOINTS } from './bank-files/doubt-endpoints.ts'
import { BANK_FILE_ENDPOINTS } from './bank-files/endpoints.ts'
import { BANK_FILE_READING_ENDPOINTS } from './bank-files/reading-endpoints.ts'
import { BILLING_ENDPOINTS } from './billing/billing-endpoints.ts'
import { STATEMENT_ENDPOINTS } from './billing/endpoints.ts'
import { INVOICE_ENDPOINTS } from './billing/invoice-endpoints.ts'
import { CALLBACK_ENDPOINTS } from './callbacks/endpoints.ts'
import { CASE_ENDPOINTS } from './cases/endpoints.ts'
import { CONNECTOR_ENDPOINTS } from './connectors/endpoints.ts'
import { DEBTOR_ACCOUNT_ENDPOINTS } from './debtor-accounts/endpoints.ts'
import { DOCTOR_ENDPOINT } from './doctor/doctor.ts'
import { INVARIANT_ENDPOINT } from './invariants/endpoints.ts'
import { KEY_ENDPOINTS } from './keys/endpoints.ts'
import { LIVE_ENDPOINTS } from './live/endpoints.ts'
import { BALANCE_ENDPOINTS } from './merchants/balance-endpoints.ts'
import { CREDENTIAL_ENDPOINTS } from './merchants/credential-endpoints.ts'
import { MERCHANT_ENDPOINTS } from './merchants/endpoints.ts'
import { MERCHANT_PEOPLE_ENDPOINTS } from './merchants/people-endpoints.ts'
import { NETWORK_ENDPOINTS } from './networks/endpoints.ts'
import { OPERATOR_ENDPOINTS } from './operators/endpoints.ts'
import { PAYMENT_METHOD_ENDPOINTS } from './payment-methods/endpoints.ts'
import { PAYMENT_ENDPOINTS } from './payments/endpoints.ts'
import { TRIAL_ENDPOINTS } from './payments/trial-endpoints.ts'
import { PEOPLE_ENDPOINTS } from './people/endpoints.ts'
import { PEOPLE_LINK_ENDPOINTS } from './people/link-endpoints.ts'
import { PRIVACY_ENDPOINTS } from './privacy/endpoints.ts'
import { PRIVACY_RULE_ENDPOINTS } from './privacy/rule-endpoints.ts'
import { PROCESSOR_ENDPOINTS } from './processors/endpoints.ts'
import { REHEARSAL_ENDPOINTS } from './processors/rehearsal-endpoints.ts'
import { PROVIDER_ENDPOINTS } from './providers/endpoints.ts'
import { RATE_ENDPOINTS } from './rates/endpoints.ts'
import { RECONCILIATION_ENDPOINTS } from './reconciliations/endpoints.ts'
import { REFUND_ENDPOINTS } from './refunds/endpoints.ts'
import { REPORT_ENDPOINTS } from './reports/endpoints.ts'
import { SANDBOX_ENDPOINTS } from './sandbox/endpoints.ts'
import { SEARCH_ENDPOINTS } from './search/endpoints.ts'
import { SETTLEMENT_RUN_ENDPOINTS } from './settlements/run-endpoints.ts'
import { SETTLEMENT_TERMS_ENDPOINTS } from './settlements/terms-endpoints.ts'

export const ENDPOINTS = [
  ...OPERATOR_ENDPOINTS,
  ...PEOPLE_ENDPOINTS,
  ...PEOPLE_LINK_ENDPOINTS,
  ...APPROVAL_ENDPOINTS,
  ...APPROVAL_POLICY_ENDPOINTS,
  ...KEY_ENDPOINTS,
  ...MERCHANT_ENDPOINTS,
  ...CREDENTIAL_ENDPOINTS,
  ...MERCHANT_PEOPLE_ENDPOINTS,
  ...PAYMENT_ENDPOINTS,
  ...TRIAL_ENDPOINTS,
  ...SEARCH_ENDPOINTS,
  ...PRIVACY_ENDPOINTS,
  ...PRIVACY_RULE_ENDPOINTS,
  ...LIVE_ENDPOINTS,
  ...REHEARSAL_ENDPOINTS,
  ...CALLBACK_ENDPOINTS,
  ...REFUND_ENDPOINTS,
  ...SANDBOX_ENDPOINTS,
  ...PROCESSOR_ENDPOINTS,
  ...CONNECTOR_ENDPOINTS,
  ...PROVIDER_ENDPOINTS,
  ...CASE_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
  ...PAYMENT_METHOD_ENDPOINTS,
  ...FEED_ENDPOINTS,
  ...RECONCILIATION_ENDPOINTS,
  ...REPORT_ENDPOINTS,
  ...DEBTOR_ACCOUNT_ENDPOINTS,
  ...BANK_FILE_ENDPOINTS,
  ...BANK_FILE_ANSWER_ENDPOINTS,
  ...BANK_FILE_DOUBT_ENDPOINTS,
  ...BANK_FILE_READING_ENDPOINTS,
  ...BALANCE_ENDPOINTS,
  ...STATEMENT_ENDPOINTS,
  ...BILLING_ENDPOINTS,
  ...INVOICE_ENDPOINTS,
  ...SETTLEMENT_TERMS_ENDPOINTS,
  ...SETTLEMENT_RUN_ENDPOINTS,
  ...RATE_ENDPOINTS,
  ...NETWORK_ENDPOINTS,
  ...BACKUP_ENDPOINTS,
  INVARIANT_ENDPOINT,
  DOCTOR_ENDPOINT,
  ...ALERT_ENDPOINTS,
]
