import { useRef } from 'react'
import type {
  MailSigningCheck,
  MailSigning as Signing,
} from '#/contracts/notifications/mail-signing.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { CopyField } from '../shell/page-parts.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'

/** Signs mails, so that receivers see that they come from the sender's domain. */
export function MailSigning() {
  const query = useServerData<Signing>(apiPaths.mailSigning)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <OfficePart heading="Signed emails (DKIM)" headingRef={heading}>
      <p className="office-about">
        A signature shows that an email really comes from your domain, so fewer of them end as spam.
        If your email provider signs them already, you need none here.
      </p>
      <Fetched query={query} failure="Failed to fetch the signature">
        {(signing) => <State signing={signing} onStop={() => heading.current?.focus()} />}
      </Fetched>
    </OfficePart>
  )
}

function State({ signing, onStop }: { signing: Signing; onStop: () => void }) {
  const { setBy, domain, isSigning, keys } = signing
  const newest = keys.at(-1)
  if (setBy === 'machine') {
    return (
      <p className="office-about">
        Set by the machine: emails are signed for <bdi>{newest?.domain}</bdi>. Whoever runs the
        machine can change it.
      </p>
    )
  }
  const isOther = newest !== undefined && newest.domain !== domain
  const waits = newest && !isOther && !newest.isPublished
  return (
    <>
      <p className={isOther ? 'problem' : 'office-about'}>
        {isSigning ? (
          <>
            Emails from <bdi>{domain}</bdi> are signed{waits && ', with the key before this one'}.
          </>
        ) : isOther ? (
          <>
            The sender’s address is of <bdi>{domain}</bdi> now, and the key is for{' '}
            <bdi>{newest.domain}</bdi>: emails are not signed. Make a new key.
          </>
        ) : (
          <>
            Emails from <bdi>{domain}</bdi> are not signed{waits && ' yet'}.
          </>
        )}
      </p>
      {newest && !isOther && <Published newest={newest} />}
      <div className="contact-line">
        <MakeKey isFirst={keys.length === 0} />
        {newest && <StopSigning domain={newest.domain} onStop={onStop} />}
      </div>
    </>
  )
}

const selected = 'The text is selected: press Ctrl+C or ⌘C to copy it.'

/** The record of the newest key, and whether it is in the DNS. */
function Published({ newest }: { newest: Signing['keys'][number] }) {
  const check = useChange<void, { data: MailSigningCheck }>({
    call: () => ({ method: 'POST', path: apiPaths.mailSigningCheck }),
    failure: 'Failed to look for the record',
    answers: apiPaths.mailSigning,
  })
  return (
    <>
      {!newest.isPublished && (
        <p className="office-about">
          Add this TXT record where the domain <bdi>{newest.domain}</bdi> is managed (its DNS), and
          then look for it here. Emails are signed once it is found.
        </p>
      )}
      <CopyField label="Name of the record" value={newest.recordName} selected={selected} />
      <CopyField label="Value of the record" value={newest.recordValue} selected={selected} />
      <p>
        <button
          className="btn btn-line btn-small"
          type="button"
          aria-disabled={check.isPending}
          onClick={() => check.isPending || check.mutate()}
        >
          {check.isPending ? 'Looking…' : 'Look for the record'}
        </button>
      </p>
      <div role="status">{check.data && !check.isPending && <Found {...check.data.data} />}</div>
    </>
  )
}

const outcomes: Record<MailSigningCheck['outcome'], string> = {
  published: 'The record is there. Emails are signed.',
  missing: 'There is no such record yet. It can take a day until a new one is seen everywhere.',
  different: 'There is a record of that name, and it is not this one:',
  silent: 'The DNS did not answer, so nothing was changed. Please try again in a minute.',
}

function Found({ outcome, found }: MailSigningCheck) {
  return (
    <>
      <p className={outcome === 'published' ? 'target-ok' : 'problem'}>{outcomes[outcome]}</p>
      {found.map((text) => (
        <pre key={text} className="mail-conversation">
          {text}
        </pre>
      ))}
    </>
  )
}

function MakeKey({ isFirst }: { isFirst: boolean }) {
  const make = useChange<void, { data: Signing }>({
    call: () => ({ method: 'POST', path: apiPaths.mailSigning }),
    success: 'The key was made',
    failure: 'Failed to make a key',
    answers: apiPaths.mailSigning,
  })
  return (
    <button
      className={isFirst ? 'btn btn-small' : 'btn btn-line btn-small'}
      type="button"
      aria-disabled={make.isPending}
      onClick={() => make.isPending || make.mutate()}
    >
      {isFirst ? 'Make a key' : 'Make a new key'}
    </button>
  )
}

function StopSigning({ domain, onStop }: { domain: string; onStop: () => void }) {
  const { mutate } = useChange<void, { data: Signing }>({
    call: () => ({ method: 'DELETE', path: apiPaths.mailSigning }),
    success: 'Emails are no longer signed',
    failure: 'Failed to stop signing',
    answers: apiPaths.mailSigning,
  })
  return (
    <RemoveButton
      subject={domain}
      verb="Stop signing"
      question="Stop signing emails?"
      consequence="The key is deleted. You can take its record out of the DNS in a few days, when no email that it signed is on its way anymore."
      onRemove={() => {
        // The button that was pressed disappears.
        onStop()
        mutate()
      }}
    />
  )
}
