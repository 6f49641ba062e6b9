type Listen = {
  (event: 'Tracing.dataCollected', listener: (data: { value: unknown[] }) => void): unknown
  (event: 'Tracing.tracingComplete', listener: () => void): unknown
}

/** What the DevTools protocol says of a page. */
export type TraceSession = {
  send: (method: 'Tracing.start' | 'Tracing.end', params?: object) => Promise<unknown>
  on: Listen
  off: Listen
}

/** An event of Chromium's trace; times are microseconds. */
type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}

const categories = ['toplevel', 'disabled-by-default-devtools.timeline']

/** The trace's names for a task, which the main thread runs without a break. */
const taskNames = ['RunTask', 'ThreadControllerImpl::RunTask']

async function readTrace(
  session: TraceSession,
  work: () => Promise<unknown>,
): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  const { promise: complete, resolve } = Promise.withResolvers<void>()
  const collect = ({ value }: { value: unknown[] }) => events.push(...(value as TraceEvent[]))
  session.on('Tracing.dataCollected', collect)
  session.on('Tracing.tracingComplete', resolve)
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: categories, recordMode: 'recordAsMuchAsPossible' },
    transferMode: 'ReportEvents',
  })
  await work()
  await session.send('Tracing.end')
  await complete
  session.off('Tracing.dataCollected', collect)
  session.off('Tracing.tracingComplete', resolve)
  return events
}

/** A task: its processor time and its elapsed time, in milliseconds. */
export type Task = { busyMs: number; tookMs: number }

/** Runs `work`, and returns the tasks of the pages' main threads during it. */
export async function traceTasks(
  session: TraceSession,
  work: () => Promise<unknown>,
): Promise<Task[]> {
  const events = await readTrace(session, work)
  const isMain = ({ name, args }: TraceEvent) =>
    name === 'thread_name' && args?.name === 'CrRendererMain'
  const mainThreads = new Set(events.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`))
  return events
    .filter(({ name, ph, pid, tid }) => {
      return ph === 'X' && taskNames.includes(name) && mainThreads.has(`${pid} ${tid}`)
    })
    .map(({ dur = 0, tdur = dur }) => ({ busyMs: tdur / 1000, tookMs: dur / 1000 }))
}
