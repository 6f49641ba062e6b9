import type { EstimateResult } from '#/contracts/documents.ts'
export function EstimateResultPage({ result }: { result: EstimateResult }) {
  return (
    <main id="main">
      <h1>{result.outcome}</h1>
    </main>
  )
}
