import { totalmem } from 'node:os'
import { ownerSetting } from './owner.ts'

/**
 * Puts shared memory into files of the data folder, because containers often have a very small
 * /dev/shm, and a logout may delete what is in it.
 */
export const sharedMemory = ['dynamic_shared_memory_type', 'mmap'] as const

/**
 * The settings of the embedded PostgreSQL. They are given on the command line at every start, so
 * that they belong to the version that runs, and no file on the disk can weaken them.
 * https://www.postgresql.org/docs/18/runtime-config.html
 */
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',

  // A commit that was acknowledged is on the disk.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',

  maintenance_work_mem: '16MB',
  // Limits the disk space of the write-ahead log, and the time that recovery after a crash takes.
  max_wal_size: '256MB',

  // Few processes: every query is short, and there is no replication.
  io_method: 'sync',
  max_worker_processes: '0',
  max_parallel_workers: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '1',
  jit: 'off',

  // What a commit writes is on the disk by then: these two would wake five times a second for nothing.
  bgwriter_delay: '10s',
  wal_writer_delay: '10s',
  // An idle site has little to clean, and the log's size above bounds what a recovery reads.
  autovacuum_naptime: '5min',
  checkpoint_timeout: '30min',

  [sharedMemory[0]]: sharedMemory[1],

  // The product starts it again: PostgreSQL itself may stay in a recovery that has failed.
  restart_after_crash: 'off',

  // The log holds events of the server and errors of its own processes.
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
 * PostgreSQL's own cache of pages in MB: a part of the memory that this process may use. The operating
 * system caches the same pages too, and on a small machine the product needs the rest.
 */
function cacheMegabytes(): number {
  const machine = totalmem()
  const megabytes = Math.min(machine, process.constrainedMemory() || machine) / 2 ** 20
  return Math.round(Math.min(128, Math.max(16, megabytes / 32)))
}

/** The arguments that start the server with its settings. It listens at a socket in a folder. */
export function serverArguments(cluster: string, socketFolder: string): string[] {
  const all: Record<string, string> = {
    ...settings,
    shared_buffers: `${cacheMegabytes()}MB`,
    [ownerSetting]: String(process.pid),
    unix_socket_directories: socketFolder,
  }
  return [
    '-D',
    cluster,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}
