/*
 * What to do where people are in danger.
 *
 * Sources. Heat stroke: CDC and NIOSH, first aid for heat-related illness. Carbon monoxide: US CPSC.
 * Gas leaks: US DOT, PHMSA. Smoke and fire: US Fire Administration.
 */

/** Comes first on the pages where people look for help. */
export const danger = {
  heading: 'In danger?',
  call: { label: 'Call 911 first', href: 'tel:911' },
  signs: [
    {
      sign: 'You smell gas, like rotten eggs',
      now: 'Get everyone out. Don’t touch any switches or light anything. Call 911 from outside.',
    },
    {
      sign: 'A carbon monoxide alarm sounds',
      now: 'Get everyone out and call 911. Stay out until they say it’s safe, and have gas appliances checked before they run again.',
    },
    {
      sign: 'Smoke or fire',
      now: 'Get everyone out, close the door and call 911. Don’t go back to shut anything off.',
    },
    {
      sign: 'Heat stroke: confused, passing out, very hot',
      now: 'Call 911. Until help comes, move the person to a cool place and take off extra clothes. Wet the skin, fan it, and put ice or wet cloths on the neck, armpits and groin. Give nothing to drink to anyone who’s confused or not awake. Stay with them.',
    },
  ],
} as const
