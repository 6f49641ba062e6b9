import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { creditReasonLabels } from '#/content/money.ts'
import type { CreditRequest } from '#/contracts/money/ledger.ts'
import {
  type CreditReason,
  creditDays,
  creditReasons,
  entryTextLimit,
} from '#/contracts/money/money.ts'
import type { OfferFee } from '#/contracts/referrals/offers.ts'
import { cleanHint } from '#/contracts/text.ts'
import { contractors, creditRequests, ledgerEntries } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../db/database.ts'
import { AppError } from '../http/errors.ts'
import { takeBack } from './ledger.ts'

const other = alias(ledgerEntries, 'other')

/** Those that wait for the owner, oldest first. */
export async function listCreditRequests(db: Database): Promise<CreditRequest[]> {
  const rows = await db
    .select({
      entryId: creditRequests.entryId,
      contractorId: ledgerEntries.contractorId,
      companyName: contractors.companyName,
      reference: ledgerEntries.reference,
      leadId: ledgerEntries.leadId,
      amountCents: ledgerEntries.amountCents,
      fee: ledgerEntries.text,
      reason: creditRequests.reason,
      text: creditRequests.text,
      at: creditRequests.createdAt,
    })
    .from(creditRequests)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, creditRequests.entryId))
    .innerJoin(contractors, eq(contractors.id, ledgerEntries.contractorId))
    .leftJoin(other, eq(other.reverses, ledgerEntries.id))
    // What was reversed meanwhile needs no credit.
    .where(and(isNull(creditRequests.decidedAt), isNull(other.id)))
    .orderBy(asc(creditRequests.createdAt), asc(creditRequests.entryId))
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** What a contractor pays for an offer, with the credits that they may ask for, or have. */
export async function listOfferFees(
  db: Database | Transaction,
  offerId: number,
): Promise<OfferFee[]> {
  const rows = await db
    .select({
      entryId: ledgerEntries.id,
      amountCents: ledgerEntries.amountCents,
      text: ledgerEntries.text,
      takenBackBy: other.kind,
      askedAt: creditRequests.createdAt,
      isGranted: creditRequests.isGranted,
      isRecent: sql<boolean>`${ledgerEntries.createdAt} > clock_timestamp() - ${creditDays} * interval '1 day'`,
    })
    .from(ledgerEntries)
    .leftJoin(other, eq(other.reverses, ledgerEntries.id))
    .leftJoin(creditRequests, eq(creditRequests.entryId, ledgerEntries.id))
    .where(and(eq(ledgerEntries.offerId, offerId), eq(ledgerEntries.kind, 'fee')))
    .orderBy(asc(ledgerEntries.id))
  return rows
    .filter(({ takenBackBy }) => takenBackBy !== 'reversal')
    .map(({ takenBackBy, askedAt, isGranted, isRecent, ...fee }) => ({
      ...fee,
      credit:
        takenBackBy === 'credit' || isGranted
          ? 'granted'
          : isGranted === false
            ? 'refused'
            : askedAt
              ? 'asked'
              : isRecent
                ? 'possible'
                : 'too-late',
    }))
}

/** For which fee a credit is wanted, and why. */
export type WantedCredit = { entryId: number; reason: CreditReason; text: string }

/** Reads the form on the page of an offer; undefined where it names no fee or no reason. */
export function readCreditRequest(typed: Record<string, string>): WantedCredit | undefined {
  const entryId = Number(typed.fee)
  const reason = creditReasons.find((each) => each === typed.reason)
  if (!reason || !Number.isSafeInteger(entryId)) return undefined
  return { entryId, reason, text: cleanHint(typed.text ?? '', entryTextLimit) ?? '' }
}

/** A contractor asks for a credit for a fee that they pay for an offer. False if they cannot. */
export async function askCredit(
  tx: Transaction,
  offerId: number,
  { entryId, reason, text }: WantedCredit,
): Promise<boolean> {
  const fees = await listOfferFees(tx, offerId)
  if (!fees.some((fee) => fee.entryId === entryId && fee.credit === 'possible')) return false
  const added = await tx
    .insert(creditRequests)
    .values({ entryId, reason, text })
    .onConflictDoNothing()
    .returning({ entryId: creditRequests.entryId })
  return added.length > 0
}

/** The owner grants a credit, which lowers what the contractor owes, or refuses it. */
export async function decideCredit(
  db: Database,
  entryId: number,
  { isGranted, actor }: { isGranted: boolean; actor: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [decided] = await tx
      .update(creditRequests)
      .set({ isGranted, actor, decidedAt: sql`now()` })
      .where(and(eq(creditRequests.entryId, entryId), isNull(creditRequests.decidedAt)))
      .returning()
    if (!decided) throw new AppError('conflict', 'This was decided already.')
    const text = creditReasonLabels[decided.reason]
    if (isGranted && !(await takeBack(tx, entryId, { kind: 'credit', text, actor }))) {
      throw new AppError('conflict', 'This fee was taken back already.')
    }
  })
}
