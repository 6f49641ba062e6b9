import { navigate, useSearch } from 'wouter/use-browser-location'
import { api } from '#/contracts/endpoints/api.ts'
import { statementPagePath } from '#/contracts/routes.ts'

/** What any change of the ledger changes. The rules lie below the same path. */
export const refetches = [api.money.path, api.results.path]

/** The statement that is shown; undefined for the page of everything. */
export type StatementView = { contractorId: number; month: string | undefined }

/** Returns the statement that the address names. */
export function useStatementView(): StatementView | undefined {
  const params = new URLSearchParams(useSearch())
  const contractorId = Number(params.get('contractor'))
  if (!(contractorId > 0)) return undefined
  return { contractorId, month: params.get('month') ?? undefined }
}

/** Writes the month of a statement into the address. */
export function showMonth(contractorId: number, month: string | undefined): void {
  navigate(statementPagePath(contractorId, month), { replace: true })
}
