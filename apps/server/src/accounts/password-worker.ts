// The entry of the worker threads. A separate file, because a release cannot start a worker whose file the server imports too.
export { runPasswordTask } from './password-task.ts'
