import { useRef } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import type { Holiday } from '#/contracts/hours/week.ts'
import { longestHolidayName } from '#/contracts/limits.ts'
import { dayWithWeekday, sheetTime } from '../../dates.ts'
import type { FormField } from '../../ui/form-fields.tsx'
import { FieldForm } from '../shell/field-form.tsx'
import { OfficeRow } from '../shell/page-parts.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { useChange, useData } from '../shell/use-api.ts'

const fields: FormField[] = [
  { name: 'day', label: 'Day', kind: 'day', isRequired: true },
  { name: 'name', label: 'What it is', limit: longestHolidayName, example: 'Company picnic' },
]

/** The days until the end of the next year on which the business is closed, and a form that closes one more. */
export function Holidays() {
  const query = useData(api.holidays)
  const heading = useRef<HTMLHeadingElement>(null)
  const close = useChange(api.setHoliday, {
    send: ({ day, name }: { day: string; name: string }) => ({
      params: { day },
      body: { isOpen: false, name },
    }),
    answers: api.holidays.path,
  })
  return (
    <OfficePart heading="Holidays" headingRef={heading}>
      <p className="office-about">On closed days only emergency timers run.</p>
      <FieldForm
        fields={fields}
        prefix="holiday-"
        clears
        button="Close this day"
        save={({ day = '', name = '' }) => close.mutateAsync({ day, name })}
      />
      <Fetched query={query} failure="Failed to fetch the holidays">
        {(holidays) => (
          <HolidayList
            // Those of the past are of no use any more.
            holidays={holidays.filter(({ day }) => day >= sheetTime(Date.now()).slice(0, 10))}
            onGone={() => heading.current?.focus()}
          />
        )}
      </Fetched>
    </OfficePart>
  )
}

type HolidayListProps = {
  holidays: Holiday[]
  /** Called before the row whose button was pressed disappears. */
  onGone: () => void
}

function HolidayList({ holidays, onGone }: HolidayListProps) {
  const words = { failure: 'Failed to change this day', answers: api.holidays.path }
  const open = useChange(api.setHoliday, {
    send: (day: string) => ({ params: { day }, body: { isOpen: true } }),
    ...words,
  })
  const asUsual = useChange(api.unsetHoliday, {
    send: (day: string) => ({ params: { day } }),
    ...words,
  })
  function change({ day, isOpen, isFederal }: Holiday) {
    if (!isFederal) onGone()
    if (isFederal && !isOpen) open.mutate(day)
    else asUsual.mutate(day)
  }
  return (
    <ul className="ruled-list holiday-list" aria-label="Holidays">
      {holidays.map((holiday) => (
        <OfficeRow
          key={holiday.day}
          title={dayWithWeekday(holiday.day)}
          about={
            <p>
              <bdi>{holiday.name}</bdi>
            </p>
          }
          mark={holiday.isOpen ? 'Open' : 'Closed'}
          tone={holiday.isOpen ? 'good' : undefined}
        >
          <button className="tool-button" type="button" onClick={() => change(holiday)}>
            {holiday.isFederal && holiday.isOpen ? 'Close' : 'Stay open'}
            <span className="hidden-text"> on {dayWithWeekday(holiday.day)}</span>
          </button>
        </OfficeRow>
      ))}
    </ul>
  )
}
