/** A submission may have been stored, and may not: who sent it is told neither. */
export class Undecided extends Error {
  override name = 'Undecided'
  constructor(options?: ErrorOptions) {
    super('it is not known whether the submission was stored', options)
  }
}
