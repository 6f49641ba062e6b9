import { api } from '#/contracts/endpoints/api.ts'
import { editorPath } from '#/contracts/routes.ts'
import type { SeoPage } from '#/contracts/seo/seo.ts'
import { Fetched } from '../shell/query-states.tsx'
import { Time } from '../shell/times.tsx'
import { useData } from '../shell/use-api.ts'

/** The public pages, each with a link that opens the editor of its metadata. */
export default function PagesPage() {
  // An editor of a page is another document, so what it has saved is not known here.
  const query = useData(api.seoPages, {}, { refetchOnMount: 'always' })
  const isEditor = useData(api.currentUser).data?.role === 'editor'
  return (
    <section className="column" aria-label="Pages">
      <p className="office-lead">
        Choose a page to change how search engines and link previews show it. You can set its title,
        description, heading, image descriptions and structured data.
        {isEditor && ' Your editor account is for this. Only admins see customers’ requests.'}
      </p>
      <Fetched query={query} failure="Failed to fetch the pages">
        {(pages) => (
          <ul className="ruled-list box">
            {pages.map((page) => (
              <PageRow key={page.path} {...page} />
            ))}
          </ul>
        )}
      </Fetched>
    </section>
  )
}

function PageRow({ path, title, updatedAt }: SeoPage) {
  return (
    <li className="beside">
      {/* The public pages are documents of their own. */}
      <a className="text-button" href={editorPath(path)}>
        {title}
      </a>
      <p className="small muted">
        {path},{' '}
        {updatedAt ? (
          <>
            custom, saved <Time at={updatedAt} />
          </>
        ) : (
          'built-in'
        )}
      </p>
    </li>
  )
}
