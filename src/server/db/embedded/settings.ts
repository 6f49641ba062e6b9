/**
 * Shared memory in files of the data folder: containers often have a tiny /dev/shm, and a logout may
 * remove what is in it. Windows has a kind of its own.
 */
export const sharedMemory: Record<string, string> =
  process.platform === 'win32' ? {} : { dynamic_shared_memory_type: 'mmap' }

/**
 * How the embedded PostgreSQL is set up. Given on the command line at every start, so that the
 * settings are those of the running version and nothing on the disk weakens them.
 * https://www.postgresql.org/docs/18/runtime-config.html
 */
const settings = {
  // Durability: a commit that was acknowledged is on the disk.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',

  // Smallness: the operating system caches the same pages again, and memory is for the product.
  shared_buffers: '16MB',
  maintenance_work_mem: '16MB',
  // Some eight processes of the product, with a pool and a standing connection each.
  max_connections: '100',
  // Disk used by the write-ahead log, and with it the time to come back after a crash.
  max_wal_size: '256MB',

  // Fewer processes: every query here is short, and none is replicated.
  io_method: 'sync',
  max_worker_processes: '0',
  max_parallel_workers: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '1',
  jit: 'off',

  ...sharedMemory,

  // The log says what happens to the server, and what its own processes fail at.
  log_destination: 'stderr',
  logging_collector: 'off',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '',
  lc_messages: 'C',
  log_timezone: 'UTC',
  timezone: 'UTC',
}

/**
 * What each of our connections asks for: errors of its statements go to who sent them and not to the
 * server's log, since their text may hold what a visitor typed.
 */
export const sessionOptions = '-c log_min_messages=log'

/** Where the server listens: a folder for its socket, or a port of this machine on Windows. */
export type Listening = { socketFolder: string } | { port: number }

/** The arguments that start the server with its settings. */
export function serverArguments(cluster: string, listening: Listening): string[] {
  const where =
    'port' in listening
      ? { listen_addresses: '127.0.0.1', port: String(listening.port) }
      : {
          listen_addresses: '',
          unix_socket_directories: listening.socketFolder,
          unix_socket_permissions: '0700',
        }
  const all: Record<string, string> = { ...settings, ...where }
  return [
    '-D',
    cluster,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}
