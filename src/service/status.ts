import { breakerSettings } from '../blocklist/settings.ts';
import type { ClassifierHealth } from '../classifier/health.ts';
import { readHermesConfig } from '../hermes/config-file.ts';
import { type AgentQueue, agentQueues, type ConfiguredModel, configuredModels } from '../hermes/configured-models.ts';
import type { SlotCounts } from '../jobs/queue.ts';
import type { JournalHealth } from '../journal/journal.ts';
import { isList, isMapping, type Json, type JsonObject, own } from '../lib/json.ts';
import { profileWarnings } from '../policy/lint/use-warnings.ts';
import type { PolicySnapshot } from '../policy/store.ts';
import { formatTimestamp } from '../router/timestamp.ts';
import { readClassifierHealth } from './classifier-health.ts';
import type { ServiceContext } from './context.ts';
import { type PolicyInUseView, policyInUseView } from './policy-in-use.ts';

/** The `/status` body. Optional fields are absent while unknown, never null. */
export interface StatusBody {
  readonly valid: boolean;
  readonly validation_errors: readonly string[];
  /** For each error the rules it is about, `null` where it names none. */
  readonly error_targets: PolicySnapshot['errorTargets'];
  /** Advice; never makes the policy invalid. */
  readonly warnings: readonly string[];
  /** As written; false when absent. */
  readonly enabled: Json;
  readonly rules_count: number;
  readonly tiers: readonly string[];
  /** Empty texts where the block or a name is missing. */
  readonly classifier: { readonly model: string; readonly provider: string };
  readonly breaker_enabled: boolean;
  /** What the agent's own config.yaml can call. */
  readonly configured_models: readonly ConfiguredModel[];
  readonly agent_queues: readonly AgentQueue[];
  readonly instance_id: string;
  readonly version: string;
  readonly process_started_at: string;
  /** Newest modification time of the running code's files, taken at start; absent where they could not be read. */
  readonly code_mtime?: string;
  /** The code on disk changed after the process started: it runs older code than is installed. Looked at once a minute. */
  readonly stale_code: boolean;
  readonly config_mtime?: string;
  /** SHA-256 of the policy file's bytes. */
  readonly policy_hash?: string;
  readonly policy_in_use: PolicyInUseView;
  /** Whether decisions reach the disk, with the counts since the start. */
  readonly log: JournalHealth;
  readonly classifier_health: ClassifierHealth;
  readonly jobs: SlotCounts;
}

/** Describes the policy file on disk and this process. For pollers: a few `stat` calls, and nothing is scanned while nothing changed. */
export function readStatus(context: ServiceContext): StatusBody {
  const snapshot = context.policy.read();
  const { document } = snapshot;
  const { identity } = context;
  const queues = agentQueues(readHermesConfig(context.paths.configFile));
  return {
    valid: snapshot.errors.length === 0,
    validation_errors: snapshot.errors,
    error_targets: snapshot.errorTargets,
    warnings: [...snapshot.warnings, ...profileWarnings(document, context.profiles.read())],
    ...describeDocument(document),
    configured_models: configuredModels(queues),
    agent_queues: queues,
    instance_id: identity.instanceId,
    version: identity.version,
    process_started_at: formatTimestamp(identity.startedAt),
    ...(identity.codeMtime === null ? {} : { code_mtime: formatTimestamp(identity.codeMtime) }),
    stale_code: identity.isStale(),
    ...(snapshot.mtime === null ? {} : { config_mtime: formatTimestamp(snapshot.mtime) }),
    ...(snapshot.hash === null ? {} : { policy_hash: snapshot.hash }),
    policy_in_use: policyInUseView(snapshot),
    log: context.decisionLog.health(),
    classifier_health: readClassifierHealth(context),
    jobs: context.jobs.counts(),
  };
}

type DocumentFacts = Pick<StatusBody, 'enabled' | 'rules_count' | 'tiers' | 'classifier' | 'breaker_enabled'>;

function describeDocument(document: JsonObject): DocumentFacts {
  const rules = own(document, 'rules');
  const tiers = own(document, 'tiers');
  const classifier = own(document, 'classifier');
  return {
    enabled: own(document, 'enabled') ?? false,
    rules_count: isList(rules) ? rules.length : 0,
    tiers: isMapping(tiers) ? Object.keys(tiers) : [],
    classifier: { model: textOf(classifier, 'model'), provider: textOf(classifier, 'provider') },
    breaker_enabled: breakerSettings(document).enabled,
  };
}

function textOf(block: Json | undefined, key: string): string {
  const value = isMapping(block) ? own(block, key) : undefined;
  return typeof value === 'string' ? value : '';
}
