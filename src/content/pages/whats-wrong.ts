import type { DetailServiceId } from '#/contracts/site/services.ts'
import { estimatePath } from '#/contracts/site-routes.ts'
import { breakerRule, burningRule } from '../safety.ts'

/** A sign that people see, hear or smell. */
export type Symptom = {
  readonly sign: string
  /** Its most frequent cause. */
  readonly often: string
  /** What to switch off or leave alone until a technician has looked at it. */
  readonly now: string
  readonly service: DetailServiceId
  /** To be told by phone before anything else. */
  readonly urgent?: boolean
}

/** A place in the house, with its position in the picture (of 800 by 600), and what goes wrong there. */
export type Place = {
  readonly id: string
  readonly name: string
  readonly at: readonly [x: number, y: number]
  readonly symptoms: readonly Symptom[]
}

/** From the top of the house down. */
export const places = [
  {
    id: 'roof',
    name: 'On the roof',
    at: [330, 70],
    symptoms: [
      {
        sign: 'The shop is warm and the rooftop unit is silent',
        often: 'A failed contactor, a bad control board or a tripped safety switch.',
        now: 'Set its thermostat to OFF. Leave the roof and the open panels to a technician.',
        service: 'commercial-hvac',
      },
      {
        sign: 'A storm or lightning hit the unit',
        often: 'Boards and capacitors damaged by the surge, or a fan out of balance.',
        now: 'Leave it off at the breaker until it’s checked, and take photos for your insurer.',
        service: 'emergency-hvac',
        urgent: true,
      },
    ],
  },
  {
    id: 'vents',
    name: 'Vents',
    at: [240, 215],
    symptoms: [
      {
        sign: 'One room stays hot',
        often: 'A duct that leaks, is crushed, or came apart in the attic.',
        now: 'Nothing to shut off. Open every vent in that room, and its door.',
        service: 'duct-cleaning',
      },
      {
        sign: 'Weak airflow from every vent',
        often: 'A clogged filter, a frozen coil or a failing blower.',
        now: 'Change the filter. If that doesn’t help, set cooling to OFF and the fan to ON.',
        service: 'ac-repair',
      },
      {
        sign: 'The air smells musty',
        often: 'Growth on a coil, a drain pan or a duct liner that stays wet.',
        now: 'Set the fan to AUTO. When it’s ON, it blows moisture from the coil back into the rooms.',
        service: 'duct-cleaning',
      },
    ],
  },
  {
    id: 'thermostat',
    name: 'Thermostat',
    at: [372, 270],
    symptoms: [
      {
        sign: 'The screen is blank',
        often: 'Dead batteries, or a float switch that cut the power because the drain is full.',
        now: 'Change the batteries, and look for water at the air handler.',
        service: 'ac-repair',
      },
      {
        sign: 'It calls for heat, but the air stays cool',
        often: 'A stuck reversing valve, or burned-out heat strips.',
        now: 'Wait ten minutes: a heat pump blows cool while it defrosts. If it’s still cool, set it to OFF.',
        service: 'heating-systems',
      },
      {
        sign: 'The electric bill has jumped',
        often: 'Strip heat doing the heat pump’s work, or ducts leaking into the attic.',
        now: 'Nothing to shut off. Keep your recent bills: they show when it started.',
        service: 'energy-efficiency',
      },
    ],
  },
  {
    id: 'air-handler',
    name: 'Air handler',
    at: [480, 285],
    symptoms: [
      {
        sign: 'A burning smell that stays',
        often: 'An overheating motor or wire. Dust burning off for a few minutes is normal.',
        now: burningRule,
        service: 'emergency-hvac',
        urgent: true,
      },
      {
        sign: 'The breaker trips',
        often: 'A shorted motor, compressor or wire that draws too much current.',
        now: breakerRule,
        service: 'emergency-hvac',
        urgent: true,
      },
      {
        sign: 'Ice on the pipe or the coil',
        often: 'Low airflow from a dirty filter or coil, or low refrigerant.',
        now: 'Set cooling to OFF and the fan to ON until the ice has melted.',
        service: 'ac-repair',
      },
    ],
  },
  {
    id: 'water',
    name: 'Water',
    at: [450, 430],
    symptoms: [
      {
        sign: 'Water near the air handler',
        often: 'A drain line clogged with algae, so the pan overflows.',
        now: 'Set cooling to OFF so no more water forms. Stay away from wet wires.',
        service: 'drain-cleaning',
      },
      {
        sign: 'A sink or shower drains slowly, or backs up',
        often: 'Grease, hair or roots in the line.',
        now: 'Don’t run water until it’s clear, and don’t use drain cleaner.',
        service: 'drain-cleaning',
      },
      {
        sign: 'No hot water, or a tank that leaks',
        often: 'A failed heating element. A tank that leaks can’t be repaired.',
        now: 'Shut off its breaker or gas valve. If it leaks, close the cold-water valve above it.',
        service: 'water-heaters',
      },
    ],
  },
  {
    id: 'outdoor-unit',
    name: 'Outdoor unit',
    at: [605, 440],
    symptoms: [
      {
        sign: 'It runs but doesn’t cool',
        often: 'A dirty coil or filter, or refrigerant that has leaked out.',
        now: 'Change the filter. If a pipe is iced, set cooling to OFF and the fan to ON.',
        service: 'ac-repair',
      },
      {
        sign: 'It hums, but the fan doesn’t turn',
        often: 'A failed capacitor or fan motor.',
        now: 'Set the thermostat to OFF, since a stuck motor overheats. Don’t push the fan.',
        service: 'ac-repair',
      },
      {
        sign: 'It bangs, grinds or rattles',
        often: 'A loose or broken part in the fan or compressor.',
        now: 'Set the thermostat to OFF before it does more damage.',
        service: 'ac-repair',
      },
    ],
  },
] as const satisfies readonly Place[]

/** The page that leads from what people notice to the service that fixes it. */
export const whatsWrongPage = {
  metaTitle: 'What’s Wrong With My AC? Find Your Problem and What to Do',
  metaDescription:
    'AC runs but doesn’t cool? Water near the air handler, a tripped breaker, a burning smell? ' +
    'See the likely cause, what to shut off now, and who can fix it.',
  defaultH1: 'Not sure what it is?',
  hero: {
    eyebrow: 'WHAT YOU SEE, HEAR OR SMELL',
    text: 'Tap the place on the house, or look for it in the list below.',
    mapLabel: 'Places in the house',
  },
  often: 'Likely cause:',
  now: 'Now:',
  call: 'Call {phone}',
  closing: {
    heading: 'Not on the list?',
    text: 'Tell us what it’s doing, in your own words. We’ll find the right contractor for it.',
    button: { label: 'Get Free Estimate', href: estimatePath },
    call: 'Call {phone}',
  },
} as const
