import type { AuditAction } from '../audit/audit-words.ts'

/**
 * Who may use an endpoint: everyone; a client with the secret that the endpoint asks for; a
 * signed-in user, also without the second factor that the owner requires; editors and admins;
 * admins only.
 */
export type Audience = 'anybody' | 'secret' | 'account' | 'editor' | 'admin'

/** What holds for an endpoint beside its types: who may use it, and how sure it must be that it is they. */
type Rules = {
  /** Admins alone, unless the row says otherwise. */
  who?: Audience
  /**
   * Whether it wants a fresh proof of who the user is. `in part`: its handler asks, for a part of
   * what it does (`assertFresh`).
   */
  proof?: true | 'in part'
  /** The action in the audit log. A read has an entry only where it is an export. */
  audit?: AuditAction | 'no entry'
}

type Audited = NonNullable<Rules['audit']>

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

declare const types: unique symbol

/**
 * An endpoint of the API. `Answer` is what a client finds under `data`; void where the
 * response has no body.
 */
export type Endpoint<Path extends string = string, Body = unknown, Answer = unknown> = Readonly<
  Rules & {
    method: Method
    /** Its parameters are written as Fastify writes them. */
    path: Path
    who: Audience
    /** For the compiler alone. */
    [types]?: { body: Body; answer: Answer }
  }
>

/** The answer of an endpoint whose response is another than `{ data: … }`: the whole of it. */
export type Whole<Body> = { [types]: Body }

/** The body of a response. */
export type ResponseBody<Answer> = [Answer] extends [ReturnType<() => void>]
  ? undefined
  : [Answer] extends [Whole<infer Body>]
    ? Body
    : { data: Answer }

/** What is typed into a form and sent as it is: the server reads it and says what is wrong. */
export type Typed = Record<string, string | undefined>

/** Fields of which a client may leave some out: the server says which. */
export type Partly<Fields> = { [Name in keyof Fields]?: Fields[Name] | null | undefined }

/** The two endpoints of a setting: one reads it, one changes it and returns it as it is then. */
export type Setting<Path extends string = string, Shown = unknown, Change = unknown> = {
  read: Endpoint<Path, undefined, Shown>
  change: Endpoint<Path, Change, Shown>
}

const office = '/api/admin'

/**
 * The makers of rows that share who may use them and how their paths begin, with `/api/admin` unless
 * they say otherwise: `post<Body, Answer>()('/leads/:leadId/notes', 'lead.note')`. The row of what
 * changes something says whether there is an entry.
 */
export function rowsFor<Under extends string = typeof office>(
  access: Rules,
  under = office as Under,
) {
  const row =
    <Body, Answer>(method: Method) =>
    <Path extends string>(
      path: Path,
      rules?: Rules,
    ): Endpoint<`${Under}${Path}`, Body, Answer> => ({
      method,
      path: `${under}${path}`,
      who: 'admin',
      ...access,
      ...rules,
    })
  const change =
    <Body, Answer>(method: Method) =>
    <Path extends string>(path: Path, audit: Audited, rules?: Rules) =>
      row<Body, Answer>(method)(path, { ...rules, audit })
  return {
    get: <Answer>() => row<undefined, Answer>('GET'),
    post: <Body = undefined, Answer = void>() => change<Body, Answer>('POST'),
    put: <Body = undefined, Answer = void>() => change<Body, Answer>('PUT'),
    patch: <Body = undefined, Answer = void>() => change<Body, Answer>('PATCH'),
    remove: <Answer = void>() => change<undefined, Answer>('DELETE'),
    /** To read a setting needs no proof, whatever its change needs. */
    setting:
      <Shown, Change = Shown>() =>
      <Name extends string>(name: Name, audit: Audited) => ({
        read: rowsFor({}, under).get<Shown>()(`/settings/${name}`),
        change: change<Change, Shown>('PUT')(`/settings/${name}`, audit),
      }),
  }
}

/** For admins. */
export const { get, post, put, patch, remove, setting } = rowsFor({})

/** For admins who have just proved who they are. */
export const proven = rowsFor({ proof: true })

export const anybody = rowsFor({ who: 'anybody' }, '/api')

/** The names of the parameters of a path. */
export type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The values for the parameters of a path. What the path does not name goes into the query. */
export type ParamsOf<Path extends string> = Record<Names<Path>, string | number> & {
  [name: string]: string | number | undefined
}
