import { useJournalCount } from '../use-inbox-counts.ts'
import { Notice } from './notices.tsx'

const requests = (count: number) => (count === 1 ? 'One request' : `${count} requests`)

/** Says above the list that some leads are not in it yet. */
export function JournalBanner() {
  const { waiting, damaged } = useJournalCount().data ?? { waiting: 0, damaged: 0 }
  if (waiting + damaged === 0) return <Notice />
  return (
    <Notice>
      {waiting > 0 && (
        <p>
          <strong>{`${requests(waiting)} came in while the database could not save them.`}</strong>{' '}
          They are safe on the server’s disk and will join this list automatically. If they do not,
          the server’s log says why.
        </p>
      )}
      {damaged > 0 && (
        <p>
          <strong>{`${requests(damaged)} on the server’s disk cannot be read.`}</strong> The files
          in the folder “journal” that end with “.damaged” hold what is left.
        </p>
      )}
    </Notice>
  )
}
