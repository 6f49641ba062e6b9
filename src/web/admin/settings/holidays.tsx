import { api } from '#/contracts/endpoints/api.ts'
import type { Holiday } from '#/contracts/hours/week.ts'
import { longestHolidayName } from '#/contracts/limits.ts'
import { dayWithWeekday, sheetTime } from '../../dates.ts'
import { Button } from '../../ui/button.tsx'
import type { FormField } from '../../ui/form-fields.tsx'
import { FieldForm } from '../shell/field-form.tsx'
import { OfficeRow } from '../shell/page-parts.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { useChange, useData } from '../shell/use-api.ts'

const fields: FormField[] = [
  { name: 'day', label: 'Day', kind: 'day', isRequired: true },
  { name: 'name', label: 'Name', limit: longestHolidayName, example: 'Company picnic' },
]

/** The days until the end of the next year on which the business is closed, and a form that closes one more. */
export function Holidays() {
  const query = useData(api.holidays)
  const close = useChange(api.setHoliday, {
    send: ({ day, name }: { day: string; name: string }) => ({
      params: { day },
      body: { isOpen: false, name },
    }),
  })
  // Those of the past are of no use any more.
  const today = sheetTime(Date.now()).slice(0, 10)
  return (
    <>
      <FieldForm
        fields={fields}
        prefix="holiday-"
        button="Close this day"
        save={({ day = '', name = '' }) => close.mutateAsync({ day, name })}
      />
      <Fetched query={query} failure="Failed to fetch the holidays">
        {(holidays) => (
          <ul className="ruled-list" aria-label="Holidays">
            {holidays
              .filter(({ day }) => day >= today)
              .map((holiday) => (
                <HolidayRow key={holiday.day} {...holiday} />
              ))}
          </ul>
        )}
      </Fetched>
    </>
  )
}

function HolidayRow({ day, name, isOpen, isFederal }: Holiday) {
  const failure = 'Failed to change this day'
  const params = { day }
  const { mutate: open } = useChange(api.setHoliday, {
    send: (isOpen: true) => ({ params, body: { isOpen } }),
    failure,
  })
  const { mutate: setAsUsual } = useChange(api.unsetHoliday, {
    send: () => ({ params }),
    failure,
  })
  return (
    <OfficeRow
      title={dayWithWeekday(day)}
      about={
        <p>
          <bdi>{name}</bdi>
        </p>
      }
      mark={isOpen ? 'Open' : 'Closed'}
      tone={isOpen ? 'good' : undefined}
    >
      <Button
        about={`on ${dayWithWeekday(day)}`}
        isGoing={!isFederal}
        onPress={() => (isFederal && !isOpen ? open(true) : setAsUsual())}
      >
        {isFederal && isOpen ? 'Close' : 'Stay open'}
      </Button>
    </OfficeRow>
  )
}
