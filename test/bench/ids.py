"""Writes ids as CSV and Parquet, and reads them: seconds of CPU. Arguments: a folder, and how many ids."""
import json
import resource
import sys

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

folder, count = sys.argv[1], int(sys.argv[2])
ids = (np.random.default_rng(0).random(count) ** 5 * 1_000_000).astype(np.int64)
lists = pa.ListArray.from_arrays(np.arange(0, count + 1, 10, dtype=np.int32), pa.array(ids))
pa.csv.write_csv(pa.table({"user": ids}), f"{folder}/ids.csv")
pa.parquet.write_table(pa.table({"user": ids}), f"{folder}/ids.parquet")
pa.parquet.write_table(pa.table({"user": lists}), f"{folder}/lists.parquet")
rows = len(lists) * 5 // 7
mixed = {"user": lists[:rows], **{name: pa.array(ids[:rows]) for name in ("item", "shop", "city", "age")}}
pa.parquet.write_table(pa.table(mixed), f"{folder}/mixed.parquet")


def seconds(batches):
    before = resource.getrusage(resource.RUSAGE_SELF)
    for _ in batches:
        pass
    after = resource.getrusage(resource.RUSAGE_SELF)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


print(
    json.dumps(
        {
            "ids.csv": seconds(pa.csv.open_csv(f"{folder}/ids.csv")),
            "ids.parquet": seconds(pa.parquet.ParquetFile(f"{folder}/ids.parquet").iter_batches()),
            "lists.parquet": seconds(pa.parquet.ParquetFile(f"{folder}/lists.parquet").iter_batches()),
            "mixed.parquet": seconds(pa.parquet.ParquetFile(f"{folder}/mixed.parquet").iter_batches()),
        }
    )
)
