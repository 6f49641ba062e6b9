import { Link, useLocation } from 'wouter'
import { adminPaths, apiPaths } from '#/contracts/routes.ts'
import { ImportSheet } from '../../import/import-sheet.tsx'
import { counted } from '../../shell/counts.ts'

/** Adds the requests of a sheet of the owner's as what they are: over. */
export function ImportPage() {
  const [, navigate] = useLocation()
  return (
    <ImportSheet
      heading="Import earlier requests"
      about={
        <>
          <p className="office-about">
            Your own sheet, saved as CSV, with the names of its columns in the first row: a name and
            a phone number, and where you have them an email, address, service, message, day and
            outcome. They are kept as requests that are over, done unless the file says otherwise.
            You find them in the list and beside a new request of the same person. Nobody is asked
            or emailed, and they count in no result.
          </p>
          <p className="office-about">
            A request with the phone number and day of one that is here is left out, and so is one
            that is still open: <Link href={adminPaths.leads}>enter it by New request</Link>.
            Nothing is stored before you have seen what happens to each row.
          </p>
        </>
      }
      words={{
        noun: 'request',
        unchanged: 'Left out',
        inWords: ({ added, unchanged }) =>
          `${counted(added, 'request')} would be added, and ${unchanged} left out.`,
      }}
      paths={{ preview: apiPaths.leadImportPreview, import: apiPaths.leadImport }}
      success="The requests were imported"
      refetches={[apiPaths.leads]}
      onDone={() => navigate(`${adminPaths.leads}?waitsFor=nobody`)}
    />
  )
}
