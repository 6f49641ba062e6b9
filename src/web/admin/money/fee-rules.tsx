import { feeEventLabels } from '#/content/money.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { services } from '#/content/services.ts'
import { dayInWords } from '#/contracts/days.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { Account, FeeRule, TypedFeeRule } from '#/contracts/money/ledger.ts'
import { feeEvents } from '#/contracts/money/money.ts'
import { contractorServiceIds } from '#/contracts/referrals/contractor-limits.ts'
import type { FormField } from '../../ui/form-fields.tsx'
import { Opener } from '../../ui/lists.tsx'
import { FieldForm } from '../shell/field-form.tsx'
import { OfficeRow } from '../shell/page-parts.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { useChange, useData } from '../shell/use-api.ts'

const scopeOf = ({ companyName, service }: FeeRule) =>
  `${companyName ?? 'All contractors'}, ${service ? serviceLabel(service) : 'all services'}`

/** What contractors pay for a request, and a form that adds a fee. */
export function FeeRules({ contractors }: { contractors: readonly Account[] }) {
  const query = useData(api.feeRules, {}, { refetchOnMount: 'always' })
  const { mutate: remove } = useChange(api.removeFeeRule, {
    send: (ruleId: number) => ({ params: { ruleId } }),
    success: 'The fee was removed',
    failure: 'Failed to remove the fee',
  })

  return (
    <OfficePart heading="Fees">
      <p className="office-about">
        Contractors pay these when they accept a request or finish a job. If several fit, we charge
        one. A fee for the contractor comes first, then one for the service, then the newest. Enter
        0 for no charge.
      </p>
      <Fetched query={query} failure="Failed to fetch the fees">
        {(rules) =>
          rules.length === 0 ? (
            <p>No fees yet, so nothing is charged.</p>
          ) : (
            <ul className="ruled-list">
              {rules.map((rule) => (
                <OfficeRow
                  key={rule.id}
                  title={`${formatCents(rule.amountCents)} ${feeEventLabels[rule.event].toLowerCase()}`}
                  about={
                    <p className="by">
                      <bdi>{scopeOf(rule)}</bdi>, from {dayInWords(rule.holdsFrom)}
                    </p>
                  }
                >
                  <RemoveButton
                    subject={`${formatCents(rule.amountCents)}, ${scopeOf(rule)}`}
                    question="Remove this fee?"
                    consequence="It won’t be charged anymore. What was already charged stays on the statements."
                    onRemove={() => remove(rule.id)}
                  />
                </OfficeRow>
              ))}
            </ul>
          )
        }
      </Fetched>
      <AddRule contractors={contractors} />
    </OfficePart>
  )
}

function AddRule({ contractors }: { contractors: readonly Account[] }) {
  const { mutateAsync: add } = useChange(api.addFeeRule, {
    success: 'The fee was added',
  })
  const onList = contractors.filter(({ isRemoved }) => !isRemoved)
  const fields: FormField[] = [
    {
      name: 'event',
      label: 'When is it charged?',
      kind: 'choice',
      of: feeEvents.map((event) => [event, feeEventLabels[event]] as const),
    },
    { name: 'price', label: 'Price', hint: 'Dollars, such as 45.' },
    {
      name: 'contractorId',
      label: 'Contractor',
      kind: 'choice',
      none: 'All contractors',
      of: onList.map((each) => [String(each.contractorId), each.companyName] as const),
    },
    {
      name: 'service',
      label: 'Service',
      kind: 'choice',
      none: 'All services',
      of: contractorServiceIds.map((id) => [id, services[id].name] as const),
    },
    { name: 'holdsFrom', label: 'Starts on', kind: 'day' },
  ]
  return (
    <Opener line="Add a fee">
      <FieldForm
        fields={fields}
        prefix="fee-"
        grid="fields"
        button="Add the fee"
        busy="Adding…"
        save={({ contractorId, service, ...rule }) =>
          add({
            ...rule,
            contractorId: contractorId ? Number(contractorId) : null,
            service: service || null,
          } as TypedFeeRule)
        }
      />
    </Opener>
  )
}
