/** A submission may or may not have been stored, and the client is told so. */
export class Undecided extends Error {
  override name = 'Undecided'
  constructor(options?: ErrorOptions) {
    super('it is not known whether the submission was stored', options)
  }
}
