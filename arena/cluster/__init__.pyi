from .coordinator import ClusterError, ClusterWorkers

__all__ = ["ClusterError", "ClusterWorkers"]
