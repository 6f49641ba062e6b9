import { WithPhoneBar } from '../chrome/phone-bar.tsx'
import { ContactSection } from '../contact/contact-section.tsx'
import { AboutSection } from './about-section.tsx'
import { AreasSection } from './areas-section.tsx'
import { Benefits } from './benefits.tsx'
import { CallToAction } from './call-to-action.tsx'
import { Hero } from './hero.tsx'
import { ServicesSection } from './services-section.tsx'
import { Summaries } from './summaries.tsx'
import { Testimonials } from './testimonials.tsx'
import { WhyChoose } from './why-choose.tsx'

/** The home page, from the promise at the top to the form at the end. */
export default function HomePage() {
  return (
    <>
      <WithPhoneBar>
        <Hero />
        <Benefits />
        <Summaries />
        <WhyChoose />
        <ServicesSection />
        <CallToAction />
        <AboutSection />
        <Testimonials />
        <AreasSection />
      </WithPhoneBar>
      <ContactSection />
    </>
  )
}
