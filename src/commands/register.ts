import type { Command } from 'commander';
import { registerBlocklist } from './blocklist.ts';
import { registerChain } from './chain.ts';
import { registerDoctor } from './doctor.ts';
import { registerExplain } from './explain.ts';
import { registerInstall } from './install.ts';
import { registerJobs } from './jobs.ts';
import { registerLint } from './lint.ts';
import { registerLog } from './log.ts';
import { registerModelLint } from './model-lint.ts';
import type { CommandIo } from './output.ts';
import { registerPlan } from './plan.ts';
import { registerPriceWatch } from './price-watch.ts';
import { registerRun } from './run.ts';
import { registerStaleCheck } from './stale-check.ts';
import { registerUninstall } from './uninstall.ts';

/** Adds every command that does not start the daemon. */
export function registerCommands(program: Command, io: CommandIo): void {
  registerExplain(program, io);
  registerChain(program, io);
  registerLint(program, io);
  registerModelLint(program, io);
  registerBlocklist(program, io);
  registerLog(program, io);
  registerPlan(program, io);
  registerRun(program, io);
  registerJobs(program, io);
  registerInstall(program, io);
  registerDoctor(program, io);
  registerUninstall(program, io);
  registerStaleCheck(program, io);
  registerPriceWatch(program, io);
}
