import { useState } from 'react'
import type { Erasure } from '#/contracts/leads/privacy.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { controlProps, Field } from '../../../ui/fields.tsx'
import { useServerData } from '../../shell/server-data.ts'
import { ExactTime } from '../times.tsx'
import { EraseData } from './erase-data.tsx'

const frame = { name: 'erase-contact', label: 'Email address or phone number' }

/** Erases the leads of an email address or a phone number; below it the erasures so far. */
export function ErasePerson() {
  const [contact, setContact] = useState('')
  const erasures = useServerData<Erasure[]>(apiPaths.erasures)
  const value = contact.trim()
  return (
    <section className="settings-section">
      <h3>Erase a person’s data</h3>
      <Field frame={frame}>
        <input
          {...controlProps(frame)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={contact}
          onChange={(event) => setContact(event.target.value)}
        />
      </Field>
      {value && (
        <EraseData
          key={value}
          target={value.includes('@') ? { email: value } : { phone: value }}
          onErased={() => setContact('')}
        />
      )}
      {erasures.data && erasures.data.length > 0 && (
        <details className="erasures">
          <summary>Erased so far</summary>
          <ul>
            {erasures.data.map(({ id, at, by, leads }) => (
              <li key={id}>
                {leads} {leads === 1 ? 'request' : 'requests'} by <bdi>{by}</bdi>,{' '}
                <ExactTime at={at} isMuted />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
