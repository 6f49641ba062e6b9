import type { ContractorView } from '#/contracts/pages/documents.ts'
import { openOfferPath } from '#/contracts/token-routes.ts'

type OpenButtonProps = { page: ContractorView; id: number; text: string; about: string }

/** A button that opens the page of one offer. It makes a link, so it is no link itself. */
export function OpenButton({ page, id, text, about }: OpenButtonProps) {
  return (
    <form method="post" action={openOfferPath(page.path, id)}>
      <button className="btn btn-line btn-small" type="submit">
        {text}
        <span className="hidden-text">{` ${about}`}</span>
      </button>
    </form>
  )
}
