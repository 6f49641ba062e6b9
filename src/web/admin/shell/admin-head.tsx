import { useSite } from '../../words.ts'

/** What the head says about a page of the back office. */
export function AdminHead({ title }: { title: string }) {
  const { name } = useSite()
  return (
    <>
      <title>{`${title} | ${name}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}
