import { services } from './services.ts'

/*
 * SAMPLE CONTENT. These six reviews are invented to show how the section looks. Each is marked as a
 * sample where it stands, without the sign of a review site, and all of them disappear when the
 * owner publishes the first rating of a customer. Or replace them here with real reviews, with the
 * reviewers' permission. They are kept out of the structured data.
 */

/** True while the reviews below are the samples. Make it false when they are real. */
export const areSamples: boolean = true

/** Where a review was left; each has its brand icon. */
type TestimonialSource = 'google' | 'facebook' | 'yelp'

/** One review. `rating` is out of five; `date` is a month and a year as shown. */
export type Testimonial = {
  readonly id: number
  readonly name: string
  readonly location: string
  readonly rating: 5
  readonly text: string
  readonly service: string
  readonly source: TestimonialSource
  readonly date: string
}

/** The six reviews of the home page. Sample content: see the note above. */
export const testimonials = [
  {
    id: 1,
    name: 'Marisol R.',
    location: 'Deltona, FL',
    rating: 5,
    text:
      'Our upstairs never got below 80. The contractor measured the airflow and found a ' +
      'crushed return in the attic. They fixed that instead of selling us a bigger unit. It holds 75 now.',
    service: services['residential-hvac'].name,
    source: 'google',
    date: 'June 2025',
  },
  {
    id: 2,
    name: 'Dale and Connie H.',
    location: 'DeBary, FL',
    rating: 5,
    text:
      'Sent the form on a Tuesday evening and had two options in writing by Thursday. The ' +
      'permit was pulled and nobody pushed us to sign.',
    service: services['ac-repair'].name,
    source: 'facebook',
    date: 'April 2025',
  },
  {
    id: 3,
    name: 'Terrence W.',
    location: 'Orange City, FL',
    rating: 5,
    text:
      'Both rooftop units at the store died after a lightning storm. They had one running the ' +
      'next day and gave our insurance company the photos and the report it asked for.',
    service: services['commercial-hvac'].name,
    source: 'google',
    date: 'August 2025',
  },
  {
    id: 4,
    name: 'Priya S.',
    location: 'Lake Mary, FL',
    rating: 5,
    text:
      'Water was coming through the hallway ceiling on a Sunday. They told me on the phone how ' +
      'to shut it off. Then they cleared the drain and put in the float switch it never had.',
    service: services['emergency-hvac'].name,
    source: 'yelp',
    date: 'July 2025',
  },
  {
    id: 5,
    name: 'George M.',
    location: 'DeLand, FL',
    rating: 5,
    text:
      'The heat pump ran on strips all January and the bill showed it. Turned out to be a bad ' +
      'defrost board. Fixed in one visit.',
    service: services['heating-systems'].name,
    source: 'google',
    date: 'February 2025',
  },
  {
    id: 6,
    name: 'Alicia B.',
    location: 'Sanford, FL',
    rating: 5,
    text:
      'Bought a 1998 house and wanted to know what we were in for. Good report with photos, ' +
      'honest about what could wait.',
    service: services['hvac-inspections'].name,
    source: 'facebook',
    date: 'March 2025',
  },
] as const satisfies readonly Testimonial[]

export const mostReviews: number = testimonials.length
