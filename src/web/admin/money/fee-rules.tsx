import { useRef } from 'react'
import { feeEventLabels } from '#/content/money.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { services } from '#/content/services.ts'
import { dayInWords } from '#/contracts/days.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { Account, FeeRule } from '#/contracts/money/ledger.ts'
import { feeEvents } from '#/contracts/money/money.ts'
import { contractorServiceIds } from '#/contracts/referrals/contractor-limits.ts'
import { InputField, SelectField } from '../../ui/fields.tsx'
import { OfficePart, PartForm } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { useAddRule, useFeeRules, useRemoveRule } from './use-money.ts'

const scopeOf = ({ companyName, service }: FeeRule) =>
  `${companyName ?? 'All contractors'}, ${service ? serviceLabel(service) : 'all services'}`

/** What contractors pay for a request, and a form that adds a fee. */
export function FeeRules({ contractors }: { contractors: readonly Account[] }) {
  const query = useFeeRules()
  const heading = useRef<HTMLHeadingElement>(null)
  const { mutate: remove } = useRemoveRule()

  function removeAndFocus(id: number) {
    // The button that was pressed disappears with its row.
    heading.current?.focus()
    remove(id)
  }

  return (
    <OfficePart heading="Fees" headingRef={heading}>
      <p className="office-about">
        What a contractor pays for a request that they accept, or for a job that is done. A fee for
        one contractor goes over one for all, then one for a service, then the newest. A fee of $0
        makes it free.
      </p>
      <Fetched query={query} failure="Failed to fetch the fees">
        {(rules) =>
          rules.length === 0 ? (
            <p>No fees yet, so nothing is charged.</p>
          ) : (
            <ul className="divided">
              {rules.map((rule) => (
                <li key={rule.id} className="fee-rule">
                  <p>
                    <span className="strong">{formatCents(rule.amountCents)}</span>{' '}
                    {feeEventLabels[rule.event].toLowerCase()}
                  </p>
                  <p className="by">
                    <bdi>{scopeOf(rule)}</bdi>, from {dayInWords(rule.holdsFrom)}
                  </p>
                  <RemoveButton
                    subject={`${formatCents(rule.amountCents)}, ${scopeOf(rule)}`}
                    verb="Take out"
                    question="Take this fee out?"
                    consequence="Nothing more is charged by it. What was charged stays on the statements."
                    onRemove={() => removeAndFocus(rule.id)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Fetched>
      <AddRule contractors={contractors} />
    </OfficePart>
  )
}

const fields = ['event', 'price', 'contractorId', 'service', 'holdsFrom'] as const

const prefix = 'fee-'

function AddRule({ contractors }: { contractors: readonly Account[] }) {
  const add = useAddRule()
  const onList = contractors.filter(({ isRemoved }) => !isRemoved)
  return (
    <details className="opener">
      <summary>Add a fee</summary>
      <PartForm
        fields={fields}
        prefix={prefix}
        button="Add the fee"
        busy="Adding…"
        clears
        onSend={(typed) => add.mutateAsync(typed)}
      >
        {(problems) => {
          const frame = (name: (typeof fields)[number], label: string, hint?: string) => ({
            ...{ name: prefix + name, label, hint, problem: problems[name] },
          })
          return (
            <div className="fields">
              <SelectField
                frame={frame('event', 'When is it due?')}
                of={feeEvents.map((event) => [event, feeEventLabels[event]] as const)}
              />
              <InputField
                frame={frame('price', 'Price', 'Dollars, such as 45.')}
                autoComplete="off"
              />
              <SelectField
                frame={frame('contractorId', 'Contractor')}
                none="All contractors"
                of={onList.map(
                  ({ contractorId, companyName }) => [String(contractorId), companyName] as const,
                )}
              />
              <SelectField
                frame={frame('service', 'Service')}
                none="All services"
                of={contractorServiceIds.map((id) => [id, services[id].name] as const)}
              />
              <InputField frame={frame('holdsFrom', 'Holds from')} type="date" />
            </div>
          )
        }}
      </PartForm>
    </details>
  )
}
