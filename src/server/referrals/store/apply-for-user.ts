import { refusalWords } from '#/content/office/refusal-words.ts'
import { tokenProblems } from '#/content/request-page.ts'
import type { Transaction } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import type { Command } from '../commands.ts'
import type { Refusal, RefusalCode } from '../draft.ts'
import { isRefusal } from '../run.ts'
import { apply } from './apply.ts'

const words: Partial<Record<RefusalCode, string>> = refusalWords

/** Why a command was refused, as an error for the user who gave it. */
export function toError({ refused, company = '', other }: Refusal): AppError {
  const text = (words[refused] ?? refusalWords.other)
    .replace('{company}', () => company)
    .replace('{other}', String(other))
  return new AppError(refused === 'no-such-offer' ? 'not_found' : 'conflict', text)
}

/** There is no such lead. */
export const noLead = (leadId: number) =>
  new AppError('not_found', `There’s no request number ${leadId}.`)

/** For its visitor: a request that was erased meanwhile, or has no such part. */
export const missingRequest = () => new AppError('not_found', tokenProblems.request.missing.text)

/** Carries out what a user wants. Returns what it did; throws why it cannot be done. */
export async function applyForUser(tx: Transaction, leadId: number, command: Command) {
  const outcome = await apply(tx, leadId, command)
  if (!outcome) throw noLead(leadId)
  if (isRefusal(outcome)) throw toError(outcome)
  return outcome
}
