/** What the picture of the network shows, on the home page and on the page about it. */
export const aboutImageAlt = 'Three neighboring houses with palms and a service van'
