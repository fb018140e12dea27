// Written by tables.test.ts from the migrated tables: `npx vitest run packages/server/src/database/tables.test.ts -u`.
import type {
  AssetType,
  DeliveryStatus,
  EntryKind,
  ExportSettings,
  FailureCode,
  JobStatus,
  JobWarning,
  LookRecipe,
  ModelName,
  Operation,
  PlanName,
  PresetClass,
  Resolution,
  Review,
  Scope,
  ShootStatus,
  UploadType,
  WebhookEvent,
} from '@atelier/contract';
import type { Generated, Selectable } from 'kysely';
import type { RemoteReceipt, WorkOrder } from '../work-order.ts';

/** A row of a table. */
export type Row<T extends keyof Tables> = Readonly<Selectable<Tables[T]>>;

/** The tables and their columns. */
export interface Tables {
  readonly api_keys: {
    readonly id: string;
    readonly workspace_id: string;
    readonly name: string;
    readonly prefix: string;
    readonly hash: Buffer;
    readonly created_at: Date;
    readonly last_used_at: Date | null;
    readonly revoked_at: Date | null;
    readonly scopes: Generated<readonly Scope[]>;
    readonly expires_at: Date | null;
    readonly requests_per_minute: number | null;
    readonly credits_per_month: number | null;
  };
  readonly asset_images: {
    readonly asset_id: string;
    readonly media_id: string;
    readonly position: number;
    readonly for_training: boolean;
    readonly view_score: Generated<number>;
    readonly source: string | null;
  };
  readonly assets: {
    readonly id: string;
    readonly workspace_id: string | null;
    readonly type: AssetType;
    readonly alias: string;
    readonly sku: string | null;
    readonly characteristics: Record<string, unknown> | null;
    readonly preset_class: PresetClass | null;
    readonly prompt: string | null;
    readonly display_media_id: string | null;
    readonly created_at: Date;
    readonly updated_at: Date;
  };
  readonly collection_images: {
    readonly collection_id: string;
    readonly media_id: string;
    readonly added_at: Date;
  };
  readonly collections: {
    readonly id: string;
    readonly workspace_id: string;
    readonly name: string;
    readonly created_at: Date;
  };
  readonly engine_states: {
    readonly engine: string;
    readonly failures: Generated<number>;
    readonly openings: Generated<number>;
    readonly open_until: Date | null;
    readonly next_start_at: Date | null;
    readonly last_error: string | null;
    readonly last_failed_at: Date | null;
    readonly last_served_at: Date | null;
  };
  readonly export_formats: {
    readonly id: string;
    readonly workspace_id: string;
    readonly name: string;
    readonly settings: Omit<ExportSettings, 'name'>;
    readonly created_at: Date;
  };
  readonly function_texts: {
    readonly checksum: string;
  };
  readonly idempotency_receipts: {
    readonly workspace_id: string;
    readonly key: string;
    readonly method: string;
    readonly path: string;
    readonly body_hash: Buffer;
    readonly status: number;
    readonly response: string;
    readonly created_at: Date;
  };
  readonly image_comments: {
    readonly id: string;
    readonly media_id: string;
    readonly author: string | null;
    readonly text: string;
    readonly created_at: Date;
    readonly review_link_id: string | null;
  };
  readonly image_versions: {
    readonly id: string;
    readonly workspace_id: string;
    readonly parent_media_id: string;
    readonly job_id: string;
    readonly created_at: Date;
  };
  readonly job_assets: {
    readonly job_id: string;
    readonly asset_id: string;
  };
  readonly jobs: {
    readonly id: string;
    readonly workspace_id: string;
    readonly submission_id: string;
    readonly position: number;
    readonly operation: Operation;
    readonly model: string;
    readonly resolution: Resolution;
    readonly input: WorkOrder;
    readonly status: JobStatus;
    readonly engine: string | null;
    readonly attempt: Generated<number>;
    readonly faults: Generated<number>;
    readonly progress: Generated<number>;
    readonly price: number;
    readonly charged: number;
    readonly warnings: Generated<readonly JobWarning[]>;
    readonly media_id: string | null;
    readonly failure_code: FailureCode | null;
    readonly failure_message: string | null;
    readonly output_filtered: Generated<boolean>;
    readonly created_at: Date;
    readonly started_at: Date | null;
    readonly finished_at: Date | null;
    readonly record_deleted_at: Date | null;
    readonly api_key_id: string | null;
    readonly prompt_lower: string | null;
  };
  readonly key_months: {
    readonly api_key_id: string;
    readonly month: string;
    readonly spent: number;
  };
  readonly key_rate_windows: {
    readonly api_key_id: string;
    readonly window_start: Date;
    readonly taken: number;
    readonly previous: Generated<number>;
  };
  readonly ledger_entries: {
    readonly sequence: Generated<number>;
    readonly id: string;
    readonly workspace_id: string;
    readonly kind: EntryKind;
    readonly amount: number;
    readonly balance_after: number;
    readonly job_id: string | null;
    readonly reason: string | null;
    readonly created_at: Date;
  };
  readonly looks: {
    readonly id: string;
    readonly workspace_id: string;
    readonly name: string;
    readonly recipe: LookRecipe;
    readonly created_at: Date;
    readonly updated_at: Date;
  };
  readonly media: {
    readonly id: string;
    readonly workspace_id: string | null;
    readonly kind: 'image' | 'video';
    readonly origin: 'upload' | 'generated';
    readonly upload_type: UploadType | 'training' | null;
    readonly token: string;
    readonly storage_key: string;
    readonly file_name: string;
    readonly mime_type: string;
    readonly width: number;
    readonly height: number;
    readonly size_bytes: number;
    readonly sha256: Buffer;
    readonly created_at: Date;
    readonly review: Review | null;
    readonly reviewed_at: Date | null;
    readonly thumbnail_key: string | null;
  };
  readonly media_removals: {
    readonly storage_key: string;
    readonly due_at: Date;
  };
  readonly queue_entries: {
    readonly job_id: string;
    readonly lane: string;
    readonly workspace_id: string;
    readonly turn: number;
    readonly holder: string | null;
    readonly held_until: Date | null;
    readonly returns: Generated<number>;
  };
  readonly rate_windows: {
    readonly workspace_id: string;
    readonly window_start: Date;
    readonly taken: number;
    readonly previous: Generated<number>;
  };
  readonly remote_events: {
    readonly engine: string;
    readonly event_id: string;
    readonly received_at: Date;
  };
  readonly remote_runs: {
    readonly id: string;
    readonly job_id: string;
    readonly engine: string;
    readonly state: 'creating' | 'started' | 'ended';
    readonly remote_id: string | null;
    readonly receipt: RemoteReceipt | null;
    readonly outcome: string | null;
    readonly price: number;
    readonly created_at: Date;
    readonly started_at: Date | null;
    readonly ended_at: Date | null;
  };
  readonly review_link_windows: {
    readonly review_link_id: string;
    readonly window_start: Date;
    readonly taken: number;
    readonly previous: Generated<number>;
  };
  readonly review_links: {
    readonly id: string;
    readonly collection_id: string;
    readonly name: string;
    readonly token_hash: Buffer;
    readonly expires_at: Date;
    readonly created_at: Date;
  };
  readonly shoot_items: {
    readonly id: string;
    readonly shoot_id: string;
    readonly position: number;
    readonly request_id: string;
    readonly asset_id: string;
    readonly product_name: string;
    readonly sku: string | null;
    readonly avatar_id: string | null;
    readonly media_id: string;
    readonly view: number;
    readonly state: 'waiting' | 'submitted' | 'failed' | 'canceled';
    readonly job_id: string | null;
    readonly error_code: string | null;
    readonly error_message: string | null;
  };
  readonly shoots: {
    readonly id: string;
    readonly workspace_id: string;
    readonly look_id: string | null;
    readonly look_name: string;
    readonly recipe: LookRecipe;
    readonly status: ShootStatus;
    readonly pause_code: string | null;
    readonly pause_message: string | null;
    readonly price: number;
    readonly item_count: number;
    readonly request_key: string | null;
    readonly request_hash: Buffer | null;
    readonly created_at: Date;
    readonly finished_at: Date | null;
    readonly api_key_id: string | null;
  };
  readonly storage_use: {
    readonly workspace_id: string;
    readonly held_bytes: number;
    readonly day: string;
    readonly uploaded_bytes: number;
  };
  readonly turns: {
    readonly lane: string;
    readonly workspace_id: string;
    readonly latest: number;
  };
  readonly webhook_deliveries: {
    readonly id: string;
    readonly webhook_id: string;
    readonly event: string;
    readonly job_id: string | null;
    readonly status: DeliveryStatus;
    readonly attempts: Generated<number>;
    readonly response_status: number | null;
    readonly error: string | null;
    readonly created_at: Date;
    readonly next_attempt_at: Date | null;
    readonly delivered_at: Date | null;
  };
  readonly webhooks: {
    readonly id: string;
    readonly workspace_id: string;
    readonly url: string;
    readonly events: readonly WebhookEvent[];
    readonly secret: Buffer;
    readonly previous_secret: Buffer | null;
    readonly previous_secret_until: Date | null;
    readonly base_url: Generated<string>;
    readonly created_at: Date;
    readonly disabled_at: Date | null;
  };
  readonly workspaces: {
    readonly id: string;
    readonly name: string;
    readonly plan: PlanName;
    readonly sandbox: boolean;
    readonly model_access: readonly ModelName[];
    readonly balance: Generated<number>;
    readonly created_at: Date;
  };
}
