import { type ReactNode, useId } from 'react'
import type { Setting } from '#/contracts/endpoints/endpoint.ts'
import { Button } from '../../ui/button.tsx'
import type { Sent } from './call.ts'
import { Fetched } from './query-states.tsx'
import { useChange, useData } from './use-api.ts'

/** A part of a page, with its heading. */
export function OfficePart({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="office-part" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {heading}
      </h2>
      {children}
    </section>
  )
}

type SettingPartProps<Name extends string> = {
  heading: string
  setting: Setting<string, Record<Name, boolean>, Record<Name, boolean>>
  /** Its name in the API. It is a boolean. */
  name: Name
  /** What it means, and the words of the button that changes it, where it is on and where it is off. */
  on: { meaning: string; button: string }
  off: { meaning: string; button: string }
  /** More on it, below its meaning. */
  children?: ReactNode
}

/** A part with a setting that is on or off: what that means, and a button that changes it. */
export function SettingPart<Name extends string>(props: SettingPartProps<Name>) {
  const { heading, setting, name, on, off, children } = props
  const query = useData(setting.read, {})
  const { mutate, isPending } = useChange(setting.change, {
    send: (isOn: boolean) => ({ body: { [name]: isOn } }) as Sent<string, Record<Name, boolean>>,
    success: 'The setting was saved',
    failure: 'Failed to save the setting',
  })
  return (
    <OfficePart heading={heading}>
      <Fetched query={query} failure="Failed to fetch the setting">
        {({ [name]: isOn }) => (
          <>
            <p className="office-about" role="status">
              {isOn ? on.meaning : off.meaning}
            </p>
            {children}
            <p>
              <Button look="line" isBusy={isPending} onPress={() => mutate(!isOn)}>
                {isOn ? on.button : off.button}
              </Button>
            </p>
          </>
        )}
      </Fetched>
    </OfficePart>
  )
}
