import { submissionSchema } from '#/server/leads/take/submission.ts'
import { contactBody } from '#tests/support/factories.ts'

/** A submission as the server reads it, with these fields in place of the usual ones. */
export const submissionOf = (fields: Record<string, unknown> = {}) =>
  submissionSchema.parse(contactBody(fields))
