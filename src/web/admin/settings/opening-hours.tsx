import { dayNames } from '#/contracts/days.ts'
import type { OpeningHours } from '#/contracts/hours/opening-hours.ts'
import { clockTime, hoursField } from '#/contracts/hours/week.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { InputField } from '../../ui/fields.tsx'
import { OfficePart, PartForm } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'

const ends = ['Opens', 'Closes'] as const

const fields = dayNames.flatMap((day) => ends.map((end) => hoursField(day, end)))

/** The hours of the week, a line for each day. */
export function OpeningHoursSettings() {
  const query = useServerData<OpeningHours>(apiPaths.openingHours)
  return (
    <OfficePart heading="Opening hours">
      <p className="office-about">
        When you answer the phone for an estimate. The wait of a request counts only in these hours,
        unless it is an emergency. Leave both empty for a day off. Holidays are below.
      </p>
      <Fetched query={query} failure="Failed to fetch the opening hours">
        {(hours) => <HoursForm hours={hours} />}
      </Fetched>
    </OfficePart>
  )
}

function HoursForm({ hours }: { hours: OpeningHours }) {
  const save = useChange<Record<string, string>, { data: OpeningHours }>({
    call: (body) => ({ method: 'PUT', path: apiPaths.openingHours, body }),
    success: 'The opening hours were saved',
    answers: apiPaths.openingHours,
  })
  const shown = (index: number, end: (typeof ends)[number]) => {
    const times = hours.week[index]
    return times ? clockTime(end === 'Opens' ? times.opens : times.closes) : ''
  }
  return (
    <PartForm fields={fields} button="Save" busy="Saving…" onSend={save.mutateAsync}>
      {(problems) =>
        dayNames.map((day, index) => (
          <fieldset key={day} className="day-hours">
            <legend className="strong">{day}</legend>
            {ends.map((end) => {
              const name = hoursField(day, end)
              return (
                <InputField
                  key={name + shown(index, end)}
                  frame={{ name, label: end, problem: problems[name] }}
                  autoComplete="off"
                  defaultValue={shown(index, end)}
                />
              )
            })}
          </fieldset>
        ))
      }
    </PartForm>
  )
}
