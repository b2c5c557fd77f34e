/** Which providers there are, and the settings that an account of each needs. */
import { ALL_PROVIDERS } from '@sluice/providers/all-providers.ts'
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { KindSchema, providerCode } from './schemas.ts'

export const kinds = endpoint({
  route: 'GET /admin/providers/kinds',
  role: 'VIEWER',
  summary: 'List the built-in providers, with the settings an account with each needs',
  query: { provider: Type.Optional(providerCode('Only this provider.')) },
  answers: { 200: Type.Object({ data: Type.Array(KindSchema) }) },
  handle: ({ query: { provider } }) => ({
    data: ALL_PROVIDERS.filter(({ code }) => provider === undefined || code === provider).map(
      ({ code, title, specification, settings }) => ({
        provider: code,
        title,
        specification,
        settings: settings.map(
          ({ name, title: called, description, need, isSecret, identity, example, check }) => ({
            name,
            title: called,
            description,
            isMandatory: need === 'mandatory',
            isSecret,
            identity,
            example,
            ...(check.choices && { choices: [...check.choices] }),
          }),
        ),
      }),
    ),
  }),
})
