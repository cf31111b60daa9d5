/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prints the layout as the compiler sees it: "struct.field offset bytes" for each field, "struct
 * bytes" for each struct, in the order of shm_layout.h. testdata/shared-memory-v1.2.txt holds the
 * same lines, and so does the Java twin.
 */
#include <stdio.h>

#include "shm_layout.h"

#define FIELD(type, field) \
    printf(#type "." #field " %zu %zu\n", offsetof(type, field), sizeof(((type *)0)->field))
#define TOTAL(type) printf(#type " %zu\n", sizeof(type))

static void print_section(void) {
    FIELD(shm_section_t, kind);
    FIELD(shm_section_t, entry_bytes);
    FIELD(shm_section_t, offset);
    FIELD(shm_section_t, capacity);
    FIELD(shm_section_t, reserved0);
    FIELD(shm_section_t, reserved1);
    TOTAL(shm_section_t);
}

static void print_header(void) {
    FIELD(shm_header_t, magic);
    FIELD(shm_header_t, version);
    FIELD(shm_header_t, header_bytes);
    FIELD(shm_header_t, file_bytes);
    FIELD(shm_header_t, section_count);
    FIELD(shm_header_t, section_entry_bytes);
    FIELD(shm_header_t, section_table_offset);
    FIELD(shm_header_t, process_state);
    FIELD(shm_header_t, pid);
    FIELD(shm_header_t, uid);
    FIELD(shm_header_t, pid_namespace);
    FIELD(shm_header_t, process_start_ticks);
    FIELD(shm_header_t, anchor_monotonic_nanos);
    FIELD(shm_header_t, anchor_wall_nanos);
    FIELD(shm_header_t, profiler_api);
    FIELD(shm_header_t, nccl_version);
    FIELD(shm_header_t, size_floor_bytes);
    FIELD(shm_header_t, activation_mask);
    FIELD(shm_header_t, environment_world_size);
    FIELD(shm_header_t, environment_world_rank);
    FIELD(shm_header_t, environment_local_rank);
    FIELD(shm_header_t, environment_bytes);
    FIELD(shm_header_t, slots_used);
    FIELD(shm_header_t, host);
    FIELD(shm_header_t, boot_id);
    FIELD(shm_header_t, plugin_version);
    FIELD(shm_header_t, ring_shift);
    FIELD(shm_header_t, step_shift);
    FIELD(shm_header_t, connections_asked);
    FIELD(shm_header_t, reserved0);
    FIELD(shm_header_t, sections);
    FIELD(shm_header_t, environment);
    TOTAL(shm_header_t);
}

static void print_name(void) {
    FIELD(shm_name_t, length);
    FIELD(shm_name_t, reserved0);
    FIELD(shm_name_t, text);
    TOTAL(shm_name_t);
}

static void print_communicator(void) {
    FIELD(shm_communicator_t, state);
    FIELD(shm_communicator_t, serial);
    FIELD(shm_communicator_t, hash);
    FIELD(shm_communicator_t, nranks);
    FIELD(shm_communicator_t, nnodes);
    FIELD(shm_communicator_t, comm_rank);
    FIELD(shm_communicator_t, cuda_device);
    FIELD(shm_communicator_t, created_monotonic_nanos);
    FIELD(shm_communicator_t, closed_monotonic_nanos);
    FIELD(shm_communicator_t, hash_ordinal);
    FIELD(shm_communicator_t, profiler_api);
    FIELD(shm_communicator_t, reserved0);
    FIELD(shm_communicator_t, name);
    FIELD(shm_communicator_t, pci_bus_id);
    FIELD(shm_communicator_t, operations_enqueued);
    FIELD(shm_communicator_t, calls_without_channels);
    FIELD(shm_communicator_t, last_enqueue_monotonic_nanos);
    FIELD(shm_communicator_t, reserved1);
    FIELD(shm_communicator_t, device_uuid);
    FIELD(shm_communicator_t, operations_done);
    FIELD(shm_communicator_t, busy_nanos);
    FIELD(shm_communicator_t, busy_until_gpu);
    FIELD(shm_communicator_t, callbacks);
    FIELD(shm_communicator_t, last_done_monotonic_nanos);
    FIELD(shm_communicator_t, last_done_ordinal);
    FIELD(shm_communicator_t, operations_settled);
    FIELD(shm_communicator_t, reserved2);
    TOTAL(shm_communicator_t);
}

static void print_series_key(void) {
    FIELD(shm_series_key_t, key);
    FIELD(shm_series_key_t, owner_serial);
    FIELD(shm_series_key_t, reserved0);
    TOTAL(shm_series_key_t);
}

static void print_series_cell(void) {
    FIELD(shm_series_cell_t, calls);
    FIELD(shm_series_cell_t, bytes);
    FIELD(shm_series_cell_t, sum_nanos);
    FIELD(shm_series_cell_t, fused);
    FIELD(shm_series_cell_t, suspect);
    FIELD(shm_series_cell_t, untimed);
    FIELD(shm_series_cell_t, reserved0);
    FIELD(shm_series_cell_t, buckets);
    TOTAL(shm_series_cell_t);
}

static void print_slot(void) {
    FIELD(shm_slot_t, generation);
    FIELD(shm_slot_t, owner_serial);
    FIELD(shm_slot_t, ordinal);
    FIELD(shm_slot_t, sequence);
    FIELD(shm_slot_t, bytes);
    FIELD(shm_slot_t, enqueued_monotonic_nanos);
    FIELD(shm_slot_t, series);
    FIELD(shm_slot_t, peer);
    FIELD(shm_slot_t, group);
    FIELD(shm_slot_t, communicator_row);
    FIELD(shm_slot_t, function);
    FIELD(shm_slot_t, algorithm);
    FIELD(shm_slot_t, protocol);
    FIELD(shm_slot_t, reported_channels);
    FIELD(shm_slot_t, kind);
    FIELD(shm_slot_t, size_class);
    FIELD(shm_slot_t, done_generation);
    FIELD(shm_slot_t, reserved0);
    FIELD(shm_slot_t, started_channels);
    FIELD(shm_slot_t, stopped_channels);
    FIELD(shm_slot_t, first_start_gpu);
    FIELD(shm_slot_t, last_stop_gpu);
    FIELD(shm_slot_t, reserved1);
    TOTAL(shm_slot_t);
}

static void print_ring_head(void) {
    FIELD(shm_ring_head_t, reserved);
    FIELD(shm_ring_head_t, left_out);
    FIELD(shm_ring_head_t, reserved0);
    TOTAL(shm_ring_head_t);
}

static void print_record(void) {
    FIELD(shm_record_t, number);
    FIELD(shm_record_t, enqueued_monotonic_nanos);
    FIELD(shm_record_t, start_gpu);
    FIELD(shm_record_t, stop_gpu);
    FIELD(shm_record_t, bytes);
    FIELD(shm_record_t, ordinal);
    FIELD(shm_record_t, sequence);
    FIELD(shm_record_t, packed);
    TOTAL(shm_record_t);
}

static void print_channel(void) {
    FIELD(shm_channel_t, operations);
    FIELD(shm_channel_t, start_lag_nanos);
    FIELD(shm_channel_t, stop_lag_nanos);
    FIELD(shm_channel_t, busy_nanos);
    TOTAL(shm_channel_t);
}

static void print_phases(void) {
    FIELD(shm_phases_t, key);
    FIELD(shm_phases_t, owner_serial);
    FIELD(shm_phases_t, reserved0);
    FIELD(shm_phases_t, count);
    FIELD(shm_phases_t, nanos);
    TOTAL(shm_phases_t);
}

static void print_connection(void) {
    FIELD(shm_connection_key_t, key);
    FIELD(shm_connection_key_t, owner_serial);
    FIELD(shm_connection_key_t, reserved0);
    TOTAL(shm_connection_key_t);
    FIELD(shm_connection_cell_t, operations);
    FIELD(shm_connection_cell_t, operations_done);
    FIELD(shm_connection_cell_t, outstanding_steps);
    FIELD(shm_connection_cell_t, waiting);
    FIELD(shm_connection_cell_t, steps);
    FIELD(shm_connection_cell_t, bytes);
    FIELD(shm_connection_cell_t, timed_steps);
    FIELD(shm_connection_cell_t, nanos);
    FIELD(shm_connection_cell_t, restarts);
    FIELD(shm_connection_cell_t, net_events);
    FIELD(shm_connection_cell_t, net_bytes);
    FIELD(shm_connection_cell_t, transports);
    FIELD(shm_connection_cell_t, devices);
    FIELD(shm_connection_cell_t, last_step_monotonic_nanos);
    FIELD(shm_connection_cell_t, buckets);
    TOTAL(shm_connection_cell_t);
}

int main(void) {
    print_section();
    print_header();
    print_name();
    print_communicator();
    print_series_key();
    print_series_cell();
    print_slot();
    print_ring_head();
    print_record();
    print_channel();
    print_phases();
    print_connection();
    return 0;
}
