/** One payment as operators read it, for all parts of its page. */
import type { AnswerOf } from '../api.ts'

export type History = AnswerOf<'GET /admin/payments/{merchantCode}/{kind}/{id}'>
